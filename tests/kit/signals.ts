import type { SignalDraft } from '../../server/signals/add-signals.ts'

export const draft = (
  key: string,
  company: { id: string; name: string } | null,
  more: Partial<SignalDraft> = {},
): SignalDraft => ({
  key,
  category: 'company',
  slug: 'hiring_surge',
  title: 'Hiring surge',
  summary: 'Twelve open roles, four a month ago',
  why_now: 'They are building a team.',
  key_topics: [],
  event_date: '2026-03-01',
  company,
  person: null,
  metrics: { open_roles: 12, baseline: 4 },
  source: { name: 'Job boards', url: null, published_at: null },
  confidence: 0.8,
  score: [
    { label: 'Open roles against their baseline', points: 50 },
    { label: 'Seen on two boards', points: 30 },
  ],
  ...more,
})
