import type { Category } from './records.ts'

/** Product 2.1: `default` columns are shown initially, `locked` ones always. `sort` names the sort order. */
export type Column = {
  key: string
  label: string
  type: 'record' | 'text' | 'number' | 'money' | 'date' | 'place' | 'contact' | 'tags'
  sort?: string
  default?: boolean
  locked?: boolean
}

export const columns: Record<Category, readonly Column[]> = {
  company: [
    { key: 'name', label: 'Company', type: 'record', sort: 'name', default: true, locked: true },
    { key: 'industry', label: 'Industry', type: 'text', default: true },
    {
      key: 'employees_local',
      label: 'Local employees',
      type: 'number',
      sort: 'employees',
      default: true,
    },
    { key: 'revenue', label: 'Revenue', type: 'money', sort: 'revenue', default: true },
    { key: 'hq', label: 'Location', type: 'place', default: true },
    {
      key: 'signals_90d',
      label: 'Signals (90 days)',
      type: 'number',
      sort: 'signal_count',
      default: true,
    },
    { key: 'verified_at', label: 'Verified', type: 'date', sort: 'verified_at', default: true },
    { key: 'fit', label: 'Fit', type: 'number', sort: 'fit' },
    { key: 'lists', label: 'Lists', type: 'tags' },
    { key: 'crm', label: 'In CRM', type: 'text' },
    { key: 'registration', label: 'ABN/NZBN', type: 'text' },
    { key: 'type', label: 'Type', type: 'text' },
    { key: 'founded', label: 'Founded', type: 'number', sort: 'founded' },
    { key: 'phone', label: 'Phone', type: 'contact' },
    { key: 'technographics', label: 'Technologies', type: 'tags' },
    { key: 'job_posts', label: 'Job posts', type: 'number' },
    { key: 'web_traffic', label: 'Web traffic', type: 'text' },
    { key: 'rating', label: 'Rating', type: 'number' },
    { key: 'distance', label: 'Distance', type: 'number', sort: 'distance' },
  ],
  people: [
    { key: 'name', label: 'Name', type: 'record', sort: 'name', default: true, locked: true },
    { key: 'position', label: 'Position', type: 'text', default: true },
    { key: 'company', label: 'Company', type: 'record', sort: 'company', default: true },
    {
      key: 'seniority',
      label: 'Seniority · Department',
      type: 'text',
      sort: 'seniority',
      default: true,
    },
    { key: 'location', label: 'Location', type: 'place', default: true },
    { key: 'work_email', label: 'Work email', type: 'contact', default: true },
    { key: 'mobile', label: 'Mobile', type: 'contact', default: true },
    { key: 'verified_at', label: 'Verified', type: 'date', sort: 'verified_at', default: true },
    { key: 'role_start', label: 'Time in role', type: 'date', sort: 'role_start' },
    { key: 'skills', label: 'Skills', type: 'tags' },
    { key: 'lists', label: 'Lists', type: 'tags' },
    { key: 'crm', label: 'In CRM', type: 'text' },
    { key: 'linkedin_url', label: 'LinkedIn', type: 'text' },
    { key: 'distance', label: 'Distance', type: 'number', sort: 'distance' },
  ],
}
