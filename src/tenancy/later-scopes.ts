/** Scopes added later, and what each adds. Older installs lack them; there the app works as it did before. */
export const LATER_SCOPES: Readonly<Record<string, string>> = {
  'chat:write.public':
    'Paylink posts cards in public channels without an invite. Until then, invite it to each, or a card goes to the messages of who made the link.',
  'files:read':
    'Paylink reads the list that a person gives in `/paylink batch`. Until then links are made one by one.',
};

/** The later scopes a token lacks. */
export const listLaterScopes = (granted: readonly string[]): string[] =>
  Object.keys(LATER_SCOPES).filter((scope) => !granted.includes(scope));
