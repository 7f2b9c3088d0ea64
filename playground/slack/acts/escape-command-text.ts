import type { Conversation } from '../../page/page-api.ts';
import type { PersonRecord } from '../people-and-places.ts';

interface Known {
  people: PersonRecord[];
  conversations: Conversation[];
}

const email = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/;
const web = /https?:\/\/[^\s<>]+/;
const phone = /(?<![\w+])\+\d[\d ()-]{6,}\d/;
const person = /(?<![\w.])@[a-z0-9._-]+/;
const channel = /(?<!\w)#[a-z0-9._-]+/;
const special = new RegExp([web, email, phone, person, channel].map((one) => one.source).join('|'), 'g');

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const rewrite = (found: string, known: Known): string => {
  if (found.startsWith('@')) {
    const match = known.people.find((one) => `@${one.name}` === found);
    return match === undefined ? found : `<@${match.id}|${match.name}>`;
  }
  if (found.startsWith('#')) {
    const match = known.conversations.find(
      (one) => (one.kind === 'public' || one.kind === 'private') && `#${one.name}` === found,
    );
    return match === undefined ? found : `<#${match.id}|${match.name}>`;
  }
  if (found.startsWith('http')) return `<${escapeMarkup(found)}>`;
  if (found.startsWith('+')) return `<tel:${found.replaceAll(/[^+\d]/g, '')}|${found}>`;
  return `<mailto:${found}|${found}>`;
};

/** A command's text as an app with `should_escape` gets it. */
export const escapeCommandText = (text: string, known: Known): string => {
  let escaped = '';
  let from = 0;
  for (const found of text.matchAll(special)) {
    escaped += escapeMarkup(text.slice(from, found.index)) + rewrite(found[0], known);
    from = found.index + found[0].length;
  }
  return escaped + escapeMarkup(text.slice(from));
};
