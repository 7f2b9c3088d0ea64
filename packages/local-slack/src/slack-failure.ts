/** A refusal with one of Slack's error codes; `messages`: details with JSON pointers. */
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
