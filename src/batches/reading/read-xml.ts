import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';

/** What is told of a document while it is read. Names come without their prefix. */
export interface XmlHandlers {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** A document with entities of its own can grow without end; no spreadsheet has them. */
export class XmlRefused extends Error {
  override name = 'XmlRefused';
}

const PIECE = 64 * 1024;

/** Reads a document piece by piece, and lets others have their turn between. Throws what a handler throws. */
export const readXml = async (document: Buffer, { open, text, close }: XmlHandlers): Promise<void> => {
  const parser = new SaxesParser();
  const fail = (): never => {
    throw new XmlRefused('no XML that a spreadsheet writes');
  };
  parser.on('doctype', fail);
  parser.on('error', fail);
  if (open)
    parser.on('opentag', ({ name, attributes }) => open(local(name), attributes as Record<string, string>));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  if (close) parser.on('closetag', ({ name }) => close(local(name)));
  const decoder = new StringDecoder('utf8');
  for (let at = 0; at < document.length; at += PIECE) {
    parser.write(decoder.write(document.subarray(at, at + PIECE)));
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
  }
  parser.close();
};

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
