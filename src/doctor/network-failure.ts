/** Codes in words. A failure's own message is never shown: it can hold a part of an address. */
const WORDS: Record<string, [what: string, remedy: string]> = {
  ECONNREFUSED: ['nothing listens there', 'Check the host and port, and that the server there runs'],
  ENOTFOUND: ['the host name is not known', 'Correct the host name'],
  EAI_AGAIN: ['the host name cannot be looked up', 'Check this machine’s network and its name server'],
  ECONNRESET: ['the connection was cut', 'Check the proxy or firewall between'],
  EHOSTUNREACH: ['there is no way to the host', 'Check the network and the firewall between'],
  ENETUNREACH: ['there is no way to the host', 'Check the network and the firewall between'],
  UND_ERR_SOCKET: ['the connection was cut', 'Check the proxy or firewall between'],
  UND_ERR_CONNECT_TIMEOUT: ['it does not answer', 'Check the host, the port and the firewall between'],
  ETIMEDOUT: ['it does not answer', 'Check the host, the port and the firewall between'],
  UND_ERR_HEADERS_TIMEOUT: ['it does not answer in time', 'Try again; check the server behind the address'],
  UND_ERR_BODY_TIMEOUT: ['its answer does not end', 'Try again; check the server behind the address'],
  TimeoutError: ['it does not answer in time', 'Try again; check the server behind the address'],
  AbortError: ['it does not answer in time', 'Try again; check the server behind the address'],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Renew the certificate'],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', 'Check the clocks of both machines'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['its certificate is self-signed', 'Use one of a public authority'],
  SELF_SIGNED_CERT_IN_CHAIN: ['its certificate is self-signed', 'Use one of a public authority'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['its certificate chain is incomplete', 'Serve the whole chain'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another name',
    'Correct the host name or the certificate',
  ],
  EPROTO: ['it does not speak TLS there', 'Correct the port, or http and https'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['it does not speak TLS there', 'Correct the port, or http and https'],
  HPE_INVALID_CONSTANT: ['it does not speak HTTP there', 'Correct the port, or http and https'],
};

/** What became of a request without an answer: "nothing listens there (ECONNREFUSED)", and what to do. */
export const describeSilence = (code: string | null): { what: string; remedy: string } => {
  const [what, remedy] = WORDS[code ?? ''] ?? [
    'it cannot be connected to',
    'Check the address, the network and the firewall between',
  ];
  const isOwnWord = code === null || code.endsWith('Error');
  return { what: isOwnWord ? what : `${what} (${code})`, remedy: `${remedy}.` };
};

/** The code of a failure or of the first of what caused it; for an abort its name. */
export const readFailureCode = (failure: unknown): string | null => {
  if (!(failure instanceof Error)) return null;
  if ('code' in failure && typeof failure.code === 'string') return failure.code;
  if (failure.name === 'TimeoutError' || failure.name === 'AbortError') return failure.name;
  const [first] = failure instanceof AggregateError ? failure.errors : [failure.cause];
  return readFailureCode(first);
};
