// What a message is parsed from: its octets, who delivered it, and where its files are written.

/** The client that delivered a message by SMTP: the input of SPF. */
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
  /** The size in octets. */
  size: number;
  /** False: DNS is not asked, and nothing is proven. By default the message is authenticated. */
  isAuthenticated?: boolean;
  /** True: the result has its structure. */
  isDescribed?: boolean;
  /** The owner that takes turns: the id of the account of the message. Messages without one take turns as one account. */
  owner?: string;
  /** The octets from the beginning. A message is read again when the thread that parsed it has ended. */
  chunks(): AsyncIterable<Buffer>;
}

/** The target of the decoded octets of one file. */
export interface FileSink {
  /** Names the file in `ParsedAttachment.fileId`. */
  id: string;
  /** Resolves when the next octets may be written. */
  write(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** The targets of the files of a message. */
export interface FileSinks {
  /** A file that is opened and then not named in the result must be removed by the caller. */
  openFile(): Promise<FileSink>;
}
