export interface House {
  rooms: Record<string, { lines: number; files: number }>;
  kindsOfJob: number;
  tables: number;
  picks: number;
  alone: string[];
}

export interface Budget {
  kindsOfJob: number;
  tables: number;
  rooms: Record<string, number>;
}

export function measureHouse(): House;
export function readBudget(): Budget;
export function findTooLarge(house: House, budget: Budget): string[];
export function findMuchSmaller(house: House, budget: Budget): string[];
