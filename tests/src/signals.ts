import type { Signal } from '../../contract/signals.ts'

const number = (of: number): string => `0190a0a0-0000-7000-8000-${String(of).padStart(12, '0')}`

/** An invented signal of a company, and what is given. */
export const aSignal = (of: number, given: Partial<Signal> = {}): Signal => ({
  id: number(of),
  category: 'company',
  slug: 'hiring_surge',
  title: `Hiring surge at Company ${of}`,
  summary: `Company ${of} has 19 open roles; it had 12.`,
  why_now: 'They build a team and need what comes with it.',
  key_topics: ['Hiring'],
  event_date: '2026-03-01',
  detected_at: '2026-03-01T20:30:00.000Z',
  company: { id: number(1000 + of), name: `Company ${of}` },
  person: null,
  location: { country: 'AU', state: 'WA', city: 'Perth' },
  metrics: { open_roles: 19, baseline: 12 },
  source: { name: 'Job boards', url: 'https://jobs.example/1', published_at: '2026-03-01' },
  confidence: 0.82,
  score: [
    { label: 'Open roles against their usual number', points: 52 },
    { label: 'Seen on two boards', points: 30 },
  ],
  agentIds: [],
  listIds: [],
  runId: null,
  seen: false,
  dismissed: false,
  ...given,
})
