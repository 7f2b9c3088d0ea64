/** Scopes that older installs were not asked for, with what they bring: the app works without them as it did before. */
export const LATER_SCOPES: Readonly<Record<string, string>> = {
  'chat:write.public':
    'Paylink posts cards in public channels without an invite. Until then it has to be invited to each, or the card goes to its creator’s messages.',
};

/** Those that a token has not. */
export const listLaterScopes = (granted: readonly string[]): string[] =>
  Object.keys(LATER_SCOPES).filter((scope) => !granted.includes(scope));
