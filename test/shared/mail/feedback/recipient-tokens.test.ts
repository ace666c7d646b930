// Tokens of recipients: made from an id, read back in any case, and refused when they are another's or changed.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import {
  createRecipientTokens,
  refLine,
  returnPathLocalPart,
} from '../../../../shared/mail/feedback/recipient-tokens.ts';

const SECRET_KEY = 'a secret key that only this test knows';
const ID = '0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6071';

describe("A recipient's token", () => {
  const tokens = createRecipientTokens([SECRET_KEY]);
  const token = tokens.tokenOf(ID);

  it('is the digits of the id and 16 more, in lower case, and always the same', () => {
    expect(token).to.match(/^0190a5b27c3d7e4f8a1b2c3d4e5f6071[0-9a-f]{16}$/);
    expect(createRecipientTokens([SECRET_KEY]).tokenOf(ID)).to.equal(token);
  });

  it('is read back in any case', () => {
    for (const spelling of [token, token.toUpperCase(), token.replace('b', 'B')])
      expect(tokens.recipientOf(spelling), spelling).to.equal(ID);
  });

  it('is read from the local part of a return path in any case', () => {
    const localPart = returnPathLocalPart(token);
    expect(localPart).to.equal(`b-${token}`);
    for (const spelling of [localPart, localPart.toUpperCase(), `B-${token}`])
      expect(tokens.readLocalPart(spelling), spelling).to.deep.equal({ recipientId: ID });
    for (const other of [token, `b${token}`, `a-${token}`, `b-${localPart}`, `b-${ID}`, 'b-', 'b', ''])
      expect(tokens.readLocalPart(other), other).to.equal(undefined);
    expect(tokens.readLocalPart(`b-${'0'.repeat(48)}`)).to.equal('forged');
  });

  it('is refused with any other digit', () => {
    for (let at = 0; at < token.length; at += 1) {
      const digit = token[at] === '0' ? '1' : '0';
      const changed = token.slice(0, at) + digit + token.slice(at + 1);
      expect(tokens.recipientOf(changed), changed).to.equal(undefined);
    }
  });

  it('is refused with the key of another service', () => {
    expect(createRecipientTokens([`${SECRET_KEY}.`]).recipientOf(token)).to.equal(undefined);
  });

  it('is refused when it is anything else', () => {
    const id = ID.replaceAll('-', '');
    for (const text of ['', id, ID, `${token}0`, token.slice(1), ` ${token}`, `${token}\n`, 'x'.repeat(48)])
      expect(tokens.recipientOf(text), JSON.stringify(text)).to.equal(undefined);
    // A character whose lower case is a digit of base 16, or is longer than itself, must not slip through.
    for (const text of [token.replace('0', '０'), `${token.slice(0, -1)}İ`, `${id}${'é'.repeat(16)}`])
      expect(tokens.recipientOf(text), text).to.equal(undefined);
    for (let count = 0; count < 1_000; count += 1)
      expect(tokens.recipientOf(randomBytes(24).toString('hex'))).to.equal(undefined);
  });

  it('is a line of the header of a message', () => {
    expect(refLine(token).toString()).to.equal(`X-Posthorn-Ref: ${token}\r\n`);
  });
});
