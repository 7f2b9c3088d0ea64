/**
 * With `should_escape`, Slack rewrites what a person typed: `<mailto:a@b.ae|a@b.ae>`, `<tel:+971…|050 …>`,
 * `<https://…|text>`, `<@U…|name>`. Returns what they typed.
 */
export const undoEscapes = (text: string): string =>
  text
    .replace(
      /<(?:mailto:|tel:)([^|<>]*)(?:\|([^<>]*))?>/g,
      (_, target: string, label?: string) => label || target,
    )
    .replace(/<(https?:[^|<>]*)(?:\|([^<>]*))?>/g, (_, target: string, label?: string) => label || target)
    .replace(/<[@#]([^|<>]*)(?:\|([^<>]*))?>/g, (_, id: string, label?: string) => label || id)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
