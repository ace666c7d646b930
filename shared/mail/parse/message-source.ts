// What a message is parsed from: its octets, who delivered it, and where its files are written.

/** Who delivered a message by SMTP: what SPF is judged by. */
export interface SmtpClient {
  /** IPv4 or IPv6. */
  address: string;
  /** The argument of EHLO or HELO. */
  helo: string;
  /** The address of MAIL FROM; empty for the null return path `<>`. */
  mailFrom: string;
}

/** The octets of a message. */
export interface MessageSource {
  /** In octets. */
  size: number;
  /** False: nothing is asked of DNS, and nothing is proven. By default it is authenticated. */
  isAuthenticated?: boolean;
  /** True: the result has its structure. */
  isDescribed?: boolean;
  /** Who takes turns: the id of the account whose message it is. Messages without one take turns as one account. */
  owner?: string;
  /** The octets from the beginning. A message is read again when the thread that parsed it has ended. */
  chunks(): AsyncIterable<Buffer>;
}

/** Where the decoded octets of one file go. */
export interface FileSink {
  /** Names the file in `ParsedAttachment.fileId`. */
  id: string;
  /** Resolves when the next octets may come. */
  write(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Where the files of a message go. */
export interface FileSinks {
  /** A file that is opened and then not named in the result must be removed by the caller. */
  openFile(): Promise<FileSink>;
}
