import { z } from 'zod';

/** Why a card could not be posted in a channel: Slack's error code, and when we last tried. */
export interface CardRefusal {
  code: string;
  at: number;
}

const refusalSchema = z.object({ code: z.string(), at: z.number() });

export const writeCardRefusal = (refusal: CardRefusal | null): string | null =>
  refusal === null ? null : JSON.stringify(refusal satisfies CardRefusal);

export const parseCardRefusal = (text: string | null): CardRefusal | null =>
  text === null ? null : refusalSchema.parse(JSON.parse(text));
