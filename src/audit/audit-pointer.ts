import { z } from 'zod';
import type { AuditCursor, AuditFilter } from '../store/audit-store.ts';

/** What to look for, in the presser's workspace. */
export type AuditQuestion = {
  span: { from: number; to: number } | null;
  actorId: string | null;
  word: string | null;
  /** The id of the link that has the word as its reference; null: none has. */
  subject: string | null;
};

export interface AuditPointer {
  question: AuditQuestion;
  /** Null: the newest. */
  from: { to: 'older' | 'newer'; cursor: AuditCursor } | null;
}

/** With the rest, far below the 2000 characters that a button can carry. */
export const LONGEST_AUDIT_WORD = 80;

const pointerSchema = z.object({
  span: z.tuple([z.number(), z.number()]).optional(),
  by: z.string().max(40).optional(),
  word: z.string().max(LONGEST_AUDIT_WORD).optional(),
  of: z.string().max(120).optional(),
  to: z.enum(['older', 'newer']).optional(),
  at: z.number().optional(),
  id: z.string().max(120).optional(),
});

export const writeAuditPointer = ({
  question: { span, actorId, word, subject },
  from,
}: AuditPointer): string =>
  JSON.stringify({
    ...(span ? { span: [span.from, span.to] } : {}),
    ...(actorId === null ? {} : { by: actorId }),
    ...(word === null ? {} : { word }),
    ...(subject === null ? {} : { of: subject }),
    ...(from ? { to: from.to, ...from.cursor } : {}),
  } satisfies z.input<typeof pointerSchema>);

/** Null if the text is not from a button of the trail. */
export const parseAuditPointer = (value: string | null): AuditPointer | null => {
  const read = pointerSchema.safeParse(parseJson(value));
  if (!read.success) return null;
  const { span, by, word, of, to, at, id } = read.data;
  return {
    question: {
      span: span ? { from: span[0], to: span[1] } : null,
      actorId: by ?? null,
      word: word ?? null,
      subject: of ?? null,
    },
    from: to !== undefined && at !== undefined && id !== undefined ? { to, cursor: { at, id } } : null,
  };
};

export const buildAuditFilter = (teamId: string, question: AuditQuestion): AuditFilter => ({
  teamId,
  ...question,
  word: question.subject === null ? question.word : null,
});

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
