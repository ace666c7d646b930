// How the person signs in: the password and the second factor.

import { SecondFactor } from '../second-factor/second-factor.tsx';
import { PasswordForm } from './password-form.tsx';

/** The section. */
export function SecuritySection() {
  return (
    <>
      <PasswordForm />
      <SecondFactor />
    </>
  );
}
