import { sql, type Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table company (
    id uuid primary key,
    seq bigint not null,
    name text not null,
    name_key text not null,
    domain_key text,
    abn text,
    acn text,
    nzbn text,
    lei text,
    linkedin text,
    ticker text,
    state text,
    postcode text,
    doc jsonb not null
  )`,
  `create index company_seq on company (seq, id)`,
  `create index company_name_key on company (name_key)`,
  ...['domain_key', 'abn', 'acn', 'nzbn', 'lei', 'linkedin', 'ticker'].map(
    (column) => `create index company_${column} on company (${column}) where ${column} is not null`,
  ),
  `create table person (
    id uuid primary key,
    seq bigint not null,
    company_id uuid not null,
    name_key text not null,
    linkedin text,
    doc jsonb not null,
    contact jsonb not null
  )`,
  `create index person_seq on person (seq, id)`,
  `create index person_company on person (company_id)`,
  `create table record_clock (one boolean primary key default true check (one), seq bigint not null)`,
  `insert into record_clock (seq) values (0)`,
  `create table record_removed (
    category text not null,
    id uuid not null,
    seq bigint not null,
    primary key (category, id)
  )`,
  `create index record_removed_seq on record_removed (seq, id)`,
  `create table import_run (
    id uuid primary key,
    format text not null,
    file_name text not null,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    summary jsonb
  )`,
]
