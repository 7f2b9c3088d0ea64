/** The room that a file's faults are counted in: its folder, but for approvals and delivery, which lie in several. */
export const roomOf = (file) => {
  if (file.includes('approval')) return 'approvals';
  if (file.startsWith('src/slack/notices/')) return 'notices';
  const [, room, inside] = file.split('/');
  return inside === undefined ? 'app' : room;
};
