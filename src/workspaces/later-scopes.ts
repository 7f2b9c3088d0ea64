/** Scopes added later, and what each adds. Older installs lack them; there the app works as it did before. */
export const LATER_SCOPES: Readonly<Record<string, string>> = {
  'chat:write.public':
    'Paylink posts cards in public channels without an invite. Until then it has to be invited to each, or the card goes to its creator’s messages.',
};

/** The later scopes a token lacks. */
export const listLaterScopes = (granted: readonly string[]): string[] =>
  Object.keys(LATER_SCOPES).filter((scope) => !granted.includes(scope));
