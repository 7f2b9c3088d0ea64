import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import { inPieces } from './in-pieces.ts';

/** What is told of a document while it is read. Names come without their prefix. */
export interface XmlHandlers {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** A document with entities of its own can grow without end; no spreadsheet has them. */
class XmlRefused extends Error {
  override name = 'XmlRefused';
}

/** Of bytes: four thousand elements, if all of them are empty. */
const PIECE = 16 * 1024;
/** A worksheet has eight, one inside the other, and a tag of it not twenty attributes. */
const DEEPEST = 50;
const MOST_ATTRIBUTES = 50;

/** Reads a document piece by piece, and lets others have their turn between. Throws what a handler throws. */
export const readXml = async (
  document: Buffer,
  { open = none, text = none, close = none }: XmlHandlers,
): Promise<void> => {
  const parser = new SaxesParser();
  const fail = (): never => {
    throw new XmlRefused('no XML that a spreadsheet writes');
  };
  let depth = 0;
  let attributes = 0;
  // With more of these than seven, V8 keeps the parser as a dictionary, and reading takes three times as long.
  parser.on('doctype', fail);
  parser.on('error', fail);
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) fail();
  });
  parser.on('opentag', (tag) => {
    attributes = 0;
    depth += 1;
    if (depth > DEEPEST) fail();
    open(local(tag.name), tag.attributes as Record<string, string>);
  });
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    close(local(name));
  });
  const decoder = new StringDecoder('utf8');
  for await (const piece of inPieces(document, PIECE)) parser.write(decoder.write(piece));
  parser.close();
};

const none = (): void => undefined;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
