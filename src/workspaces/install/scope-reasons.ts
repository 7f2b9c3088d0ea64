/** What each scope allows, and what Paylink uses it for. */
export const SCOPE_REASONS: Readonly<Record<string, string>> = {
  'chat:write': 'Post a link’s card, and say when it is paid, in the channels that Paylink is invited to.',
  'chat:write.public': 'Post a link’s card in public channels without being invited to each.',
  commands: 'Answer /paylink and /paylink-report.',
  'files:read':
    'Read the list of customers that a person gives in the form of /paylink batch, and no other file.',
  'files:write': 'Put up QR codes, charts and the files of an export.',
  'im:write': 'Write to the person who made a link.',
  'users:read': 'Show names instead of member ids.',
};
