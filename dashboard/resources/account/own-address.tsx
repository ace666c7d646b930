// The address of the person in a form that asks for the password only: password managers need to know whose it is.
import { useSession } from '../../api/session.ts';

/** A hidden field. */
export function OwnAddress() {
  const { person } = useSession();
  return <input hidden readOnly name="email" autoComplete="username" value={person.email} />;
}
