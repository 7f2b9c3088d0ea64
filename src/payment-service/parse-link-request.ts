import { InvalidRequestError } from './errors.ts';
import { type LinkRequest, linkRequestSchema } from './link-request.ts';
import { parseRequestField } from './request-field.ts';

/** Checks a request by the interface's rules before sending. Throws {@link InvalidRequestError} at the first fault. */
export function parseLinkRequest(request: unknown, reference: string): LinkRequest {
  const result = linkRequestSchema.safeParse(request);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = parseRequestField(issue?.path[0]);
  const rule = issue?.code === 'custom' ? issue.params?.['rule'] : issue?.code;
  throw new InvalidRequestError(
    `${field ?? 'the request'} breaks a rule of the interface; nothing was sent`,
    {
      operation: 'generateLink',
      reference,
      field,
      rule: typeof rule === 'string' ? rule : null,
    },
  );
}
