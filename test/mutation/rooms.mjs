/** The room that a file's faults are counted in: its folder, and what the store holds of approvals with them. */
export const roomOf = (file) => {
  if (file.includes('approval')) return 'approvals';
  const [, room, inside] = file.split('/');
  return inside === undefined ? 'app' : room;
};
