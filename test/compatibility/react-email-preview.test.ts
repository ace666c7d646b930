// The text of emails that were written with React Email: without their previews.
import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Html,
  Preview,
  Row,
  Section,
  Tailwind,
  Text,
} from '@react-email/components';
import { render } from '@react-email/render';
import { expect } from 'chai';
import { createElement, type ReactNode } from 'react';
import { htmlToText } from '../../shared/mail/html/html-to-text.ts';

describe('The text of mail that was written with React Email', () => {
  const mail = (preview: string, ...children: ReactNode[]) =>
    createElement(
      Html,
      null,
      createElement(Head),
      createElement(Preview, null, preview),
      createElement(Body, null, ...children),
    );

  const heading = createElement(Heading, null, 'Hello');
  const text = createElement(Text, null, 'Body text.');
  const button = createElement(Button, { href: 'https://acme.dev' }, 'Go');
  const section = createElement(
    Section,
    null,
    createElement(Row, null, createElement(Column, null, text)),
    button,
  );
  for (const [title, element, expected] of [
    ['a short preview', mail('Your parcel', heading, text), 'Hello\n\nBody text.'],
    ['a long preview', mail('Your parcel '.repeat(40), heading, text), 'Hello\n\nBody text.'],
    ['a preview of markup', mail('</div><p>&amp;', heading, text), 'Hello\n\nBody text.'],
    [
      'columns and a button',
      mail('Your parcel', createElement(Container, null, heading, section)),
      'Hello\n\nBody text.\n\nGo [https://acme.dev]',
    ],
    [
      'Tailwind',
      createElement(
        Tailwind,
        null,
        mail('Your parcel', heading, createElement('p', { className: 'hidden' }, 'no'), text),
      ),
      'Hello\n\nBody text.',
    ],
  ] as const) {
    it(`has no preview: ${title}`, async () => {
      expect(htmlToText(await render(element))).to.equal(expected);
    });
  }
});
