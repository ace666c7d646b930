// What invitations refuse (docs/reference/invitations.md).
import { each, type Refusal } from '../refusal.ts';

/** 255 bytes long: one too many. */
const LONG = `bo@${['x', 'y', 'z', 'w'].map((letter) => letter.repeat(60)).join('.')}.${'v'.repeat(4)}.dev`;

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects an invitation without an address or a role with missing_required_field 422.',
    operation: 'createInvitation',
    error: 'missing_required_field',
    bodies: [...each('email', undefined, '', null), ...each('role', undefined, null)],
    wholes: [undefined, {}],
  },
  {
    rule: 'Rejects an address that is none, has a name or is longer than 254 bytes, and a role that does not exist, with validation_error 422.',
    operation: 'createInvitation',
    bodies: [
      ...each('email', 'bo', 'bo@', 'bo@localhost', 'bo@[192.0.2.1]', 'bo@192.0.2.1', 'Bo <bo@team.dev>'),
      ...each('email', '<bo@team.dev>, al@team.dev', 'bo@team.dev\r\nBcc: al@team.dev'),
      ...each('email', 'bo(comment)@team.dev', `${'x'.repeat(65)}@team.dev`, LONG),
      ...each('email', `bo@${'x.'.repeat(500)}dev`, ['bo@team.dev'], { address: 'bo@team.dev' }),
      ...each('role', 'root', 'Owner', '', 3),
    ],
  },
];
