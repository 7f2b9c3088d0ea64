/** One call to the switches of the local Slack (`base` is empty) or of the sandbox. Throws what went wrong, in words. */
export const callSwitches = async (
  base: string,
  name: string,
  method: 'GET' | 'POST' | 'DELETE',
  body?: unknown,
): Promise<unknown> => {
  const url = `${base}/_play/${name}`;
  const answer = await fetch(url, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
};
