import { escapeHtml } from '../page/escape-html.ts';
import type { PersonRecord } from '../people-and-places.ts';
import type { Team } from '../team.ts';

/** A person who may install the app in a workspace. */
interface Installer {
  teamId: string;
  by: string;
  /** "North Trading: Ravi Menon". */
  title: string;
}

/** Everybody in every workspace, administrators first. */
export const listInstallers = (teams: readonly { team: Team; people: PersonRecord[] }[]): Installer[] =>
  teams.flatMap(({ team, people }) =>
    people
      .filter((one) => !one.isBot && !one.isExternal && !one.isRestricted)
      .sort((one, other) => Number(other.isAdmin) - Number(one.isAdmin))
      .map((one) => ({ teamId: team.id, by: one.id, title: `${team.name}: ${one.realName}` })),
  );

/** Slack's consent page. `query` is returned with the answer. */
export const renderConsent = (
  appName: string,
  scopes: readonly string[],
  installers: readonly Installer[],
  query: string,
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Install ${escapeHtml(appName)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem }
select, button { font: inherit; padding: .5rem .75rem; margin: .5rem .5rem .5rem 0 }
select { width: 100% }
</style>
<h1>${escapeHtml(appName)} asks to be installed</h1>
<form method="post" action="/oauth/v2/decide">
<input type="hidden" name="query" value="${escapeHtml(query)}">
<label>Workspace, and who you are there
<select name="installer">
${installers.map(({ teamId, by, title }) => `<option value="${escapeHtml(`${teamId} ${by}`)}">${escapeHtml(title)}</option>`).join('\n')}
</select></label>
<p>It will be able to use:</p>
<ul>${scopes.map((one) => `<li><code>${escapeHtml(one)}</code></li>`).join('')}</ul>
<button name="answer" value="allow">Allow</button>
<button name="answer" value="cancel">Cancel</button>
</form>
</html>
`;

/** Slack's error page for an invalid authorize URL. */
export const renderRefusal = (error: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Something went wrong</title>
<h1>Something went wrong when authorising this app.</h1>
<p>Error: <code>${escapeHtml(error)}</code></p>
</html>
`;
