/** The room for a file's results: its folder; the approvals' part of the store counts for approvals. */
export const roomOf = (file) => {
  if (file.includes('approval')) return 'approvals';
  const [, room, inside] = file.split('/');
  return inside === undefined ? 'app' : room;
};
