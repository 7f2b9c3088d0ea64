/** Each workspace has an account of its own at the payment service: what is read together is of one. */
export const groupByTeam = <L extends { teamId: string }>(links: readonly L[]): Map<string, L[]> => {
  const teams = new Map<string, L[]>();
  for (const link of links) {
    const ofTeam = teams.get(link.teamId);
    if (ofTeam) ofTeam.push(link);
    else teams.set(link.teamId, [link]);
  }
  return teams;
};
