import type { RegisterCheck } from '../../contract/records/register-checks.ts'

export type RegisterAnswer = Pick<RegisterCheck, 'status' | 'isActive' | 'isGstRegistered'>

/** Throws RegisterAway if it has no answer, and RegisterRefused for our key. */
export type Register = {
  name: RegisterCheck['register']
  ask(number: string): Promise<RegisterAnswer>
}

export class RegisterAway extends Error {}

/** For every company: the operator has to mend the setting. */
export class RegisterRefused extends Error {}

export const unknownNumber: RegisterAnswer = {
  status: null,
  isActive: false,
  isGstRegistered: null,
}
