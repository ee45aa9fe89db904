import type { Option } from '../search/bands.ts'
import type { SignalCategory } from './signals.ts'

/** Product 2.7. */
export type SignalType = Option & { category: SignalCategory; plural: string }

const of =
  (category: SignalCategory) =>
  (value: string, label: string, plural: string): SignalType => ({ value, label, plural, category })
const company = of('company')
const people = of('people')

/** Filters, agents, notifications, charts and feeds are derived from it. */
export const signalTypes: readonly SignalType[] = [
  company('funding_round', 'Funding round', 'funding rounds'),
  company('hiring_surge', 'Hiring surge', 'hiring surges'),
  company('headcount_growth', 'Headcount growth', 'growing headcounts'),
  company('headcount_drop', 'Headcount drop', 'falling headcounts'),
  company('leadership_hire', 'Leadership hire', 'leadership hires'),
  company('leadership_exit', 'Leadership exit', 'leadership exits'),
  company('office_opened', 'Office opened', 'offices opened'),
  company('office_closed', 'Office closed', 'offices closed'),
  company('acquisition', 'Acquisition', 'acquisitions'),
  company('partnership', 'Partnership', 'partnerships'),
  company('product_launch', 'Product launch', 'product launches'),
  company('tech_adopted', 'Technology adopted', 'technologies adopted'),
  company('tech_dropped', 'Technology dropped', 'technologies dropped'),
  company('contract_award', 'Contract award', 'contract awards'),
  company('award', 'Award', 'awards'),
  company('ipo_listing', 'Exchange listing', 'listings on an exchange'),
  company('restructure', 'Restructure', 'restructures'),
  company('legal_or_insolvency', 'Legal or insolvency notice', 'legal or insolvency notices'),
  company('register_change', 'Register change', 'register changes'),
  company('web_traffic_shift', 'Web traffic shift', 'shifts in web traffic'),
  people('job_change', 'Job change', 'job changes'),
  people('promotion', 'Promotion', 'promotions'),
  people('new_in_role', 'New in role', 'people new in their role'),
  people('left_company', 'Left company', 'people who left'),
  people('role_expanded', 'Role expanded', 'roles expanded'),
  people('work_anniversary', 'Work anniversary', 'work anniversaries'),
  people('board_appointment', 'Board appointment', 'board appointments'),
  people('content_mention', 'Mentioned in content', 'mentions in content'),
  of('intent')('topic_surge', 'Topic surge', 'topic surges'),
]

const bySlug = new Map(signalTypes.map((type) => [type.value, type]))

export const signalTypeOf = (slug: string): SignalType | undefined => bySlug.get(slug)

export const typesOf = (category: SignalCategory): readonly SignalType[] =>
  signalTypes.filter((type) => type.category === category)
