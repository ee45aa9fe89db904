import { useFlag } from '../members/features.ts'

/** Whether follow-ups, Today and My visits are on; they are until the flag is known to be off. */
export const useHasFollowUps = (): boolean => useFlag('today') !== false
