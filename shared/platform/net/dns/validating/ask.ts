// Asks a validating resolver one question: over UDP from a socket of its own, so that each query has a random port and a
// random id (RFC 5452 §9.2), and over TCP where the reply is truncated. A question that has no answer after a third of
// its time is asked again, and the first answer counts.
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import type { DnsServerAddress } from '../../../addresses/dns-server-address.ts';
import { ASKED_AGAIN_AT } from '../channel.ts';
import {
  isReplyTo,
  isTruncated,
  readReply,
  type SecureReply,
  type SecureType,
  type SecureValues,
  unanswered,
  writeQuery,
} from './message.ts';

/** Ends an exchange; nothing of it is heard afterwards. */
type Close = () => void;
/** Takes the message that answers a query; undefined: the server does not listen, or has ended the connection. */
type OnReply = (message: Buffer | undefined) => void;

const LENGTH_BYTES = 2;

/** Asks. It never rejects. @param name lower case, without the final dot; one that DNS can have */
export function askValidating<Type extends SecureType>(
  server: DnsServerAddress,
  type: Type,
  name: string,
  timeoutMs: number,
): Promise<SecureReply<SecureValues[Type]>> {
  return new Promise((resolve) => {
    const open: Close[] = [];
    const settle = (reply: SecureReply<SecureValues[Type]>) => {
      clearTimeout(end);
      clearTimeout(again);
      for (const close of open) close();
      resolve(reply);
    };
    const ask = () => {
      const query = writeQuery(type, name);
      const receive: OnReply = (message) => {
        if (!message) settle(unanswered(name, 'unreachable'));
        else settle(readReply(type, name, message));
      };
      const receiveUdp: OnReply = (message) => {
        if (message && isTruncated(message)) open.push(exchangeTcp(server, query, receive));
        else receive(message);
      };
      open.push(exchangeUdp(server, query, receiveUdp));
    };
    const end = setTimeout(() => settle(unanswered(name, 'timeout')), timeoutMs);
    const again = setTimeout(ask, timeoutMs * ASKED_AGAIN_AT);
    ask();
  });
}

function exchangeUdp({ address, port }: DnsServerAddress, query: Buffer, onReply: OnReply): Close {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  let isOpen = true;
  const close = () => {
    if (isOpen) socket.close();
    isOpen = false;
  };
  socket.on('error', () => onReply(undefined));
  socket.on('message', (message) => {
    // A reply to another query does not count.
    if (!isReplyTo(query, message)) return;
    close();
    onReply(message);
  });
  // A connected socket learns that a port is closed, and accepts messages of this server only.
  socket.once('connect', () => {
    if (isOpen) socket.send(query);
  });
  socket.connect(port, address);
  return close;
}

function exchangeTcp({ address, port }: DnsServerAddress, query: Buffer, onReply: OnReply): Close {
  const socket = connect(port, address);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(query.length);
  socket.write(Buffer.concat([length, query]));
  let received = Buffer.alloc(0);
  // `close` follows.
  socket.on('error', () => undefined);
  socket.once('close', () => onReply(undefined));
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length < LENGTH_BYTES) return;
    const end = LENGTH_BYTES + received.readUInt16BE(0);
    if (received.length < end) return;
    const message = received.subarray(LENGTH_BYTES, end);
    if (isReplyTo(query, message)) onReply(message);
    else socket.destroy();
  });
  return () => socket.destroy();
}
