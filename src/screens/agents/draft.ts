import { useEffect, useState } from 'react'
import type { AgentFields } from '../../../contract/signals/agents.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { agentFields } from '../../offline/agents.ts'
import { same } from '../../offline/effects.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Of everyone who was here since the page was opened: leaving the form loses nothing. */
const held = new Map<string, AgentFields>()

/**
 * An agent as the form has it, unsaved changes and all; `of` names the form. `fresh` begins with `initial` whatever was left there.
 * The browser asks before changes are closed away.
 */
export const useDraft = (of: string, initial: AgentFields, fresh: boolean) => {
  const { userId, orgId } = useIdentity()
  const key = `${userId ?? ''} ${orgId ?? ''} ${of}`
  const [fields, setFields] = useState(() => (fresh ? initial : (held.get(key) ?? initial)))
  const [known, setKnown] = useState(initial)
  // Changed elsewhere: where nothing was changed here, that is what there is to change.
  if (differs(known, initial)) {
    setKnown(initial)
    if (!differs(fields, known)) setFields(initial)
  }
  const changed = differs(fields, initial)
  useEffect(() => {
    if (changed) held.set(key, fields)
    else held.delete(key)
    if (!changed) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [key, fields, changed])
  useEffect(
    () => () => {
      if (held.has(key)) showToast({ title: 'Not saved yet. Your changes are still in the form' })
    },
    [key],
  )
  return {
    fields,
    changed,
    set: (change: Partial<AgentFields>): void => setFields((before) => ({ ...before, ...change })),
    discard: (): void => setFields(initial),
    /** What is saved waits no longer. */
    saved: (): void => void held.delete(key),
  }
}

/** Whether two are told different things. Pausing has a button of its own. */
const differs = (one: AgentFields, other: AgentFields): boolean =>
  !same({ ...agentFields(one), paused: false }, { ...agentFields(other), paused: false })
