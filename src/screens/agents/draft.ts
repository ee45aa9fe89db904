import { useEffect, useState } from 'react'
import type { AgentFields } from '../../../contract/signals/agents.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { agentFields } from '../../offline/entities/agent.ts'
import { isEqual } from '../../offline/effects.ts'
import { showToast } from '../../ui/toasts.tsx'

const drafts = new Map<string, AgentFields>()

/** `of` names the form and `fresh` ignores an earlier draft. The browser asks before it closes a page with changes. */
export const useDraft = (of: string, initial: AgentFields, fresh: boolean) => {
  const { userId, orgId } = useIdentity()
  const key = `${userId ?? ''} ${orgId ?? ''} ${of}`
  const [fields, setFields] = useState(() => (fresh ? initial : (drafts.get(key) ?? initial)))
  const [known, setKnown] = useState(initial)
  // Without changes here, the form follows changes made elsewhere.
  if (differs(known, initial)) {
    setKnown(initial)
    if (!differs(fields, known)) setFields(initial)
  }
  const changed = differs(fields, initial)
  useEffect(() => {
    if (changed) drafts.set(key, fields)
    else drafts.delete(key)
    if (!changed) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [key, fields, changed])
  useEffect(
    () => () => {
      if (drafts.has(key)) showToast({ title: 'Not saved yet. Your changes are still in the form' })
    },
    [key],
  )
  return {
    fields,
    changed,
    set: (change: Partial<AgentFields>): void => setFields((before) => ({ ...before, ...change })),
    discard: (): void => setFields(initial),
    saved: (): void => void drafts.delete(key),
  }
}

/** Whether two agents differ, except in `paused`, which has its own button. */
const differs = (fields: AgentFields, other: AgentFields): boolean =>
  !isEqual({ ...agentFields(fields), paused: false }, { ...agentFields(other), paused: false })
