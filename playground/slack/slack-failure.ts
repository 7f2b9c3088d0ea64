/** A refusal with one of Slack's error codes; `messages` are its details, each with a JSON pointer. */
export class SlackFailure extends Error {
  readonly code: string;
  readonly messages: string[];

  constructor(code: string, messages: string[] = []) {
    super([code, ...messages].join(' '));
    this.name = 'SlackFailure';
    this.code = code;
    this.messages = messages;
  }
}
