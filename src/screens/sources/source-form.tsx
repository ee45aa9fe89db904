import { useMutation, useQueryClient } from '@tanstack/react-query'
import { uuidv7 } from 'uuidv7'
import { useState, type FormEvent } from 'react'
import { Link, useLocation } from 'wouter'
import type { EndpointInput } from '../../../contract/core/endpoint.ts'
import type { Source, SourceKind, sourcesEndpoints } from '../../../contract/org/sources.ts'
import { links } from '../../../contract/links.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Page } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BackLink } from './back-link.tsx'
import { describeRhythm, kindLabels, rhythms } from './copy.ts'
import { MappingField } from './mapping-field.tsx'
import { sourcesQuery } from './queries.ts'
import type { Sources } from './source-list.tsx'

type Settings = EndpointInput<typeof sourcesEndpoints.saveSource>

/** Adds a source, or changes the settings of the given one. */
export const SourceForm = ({ source, data }: { source: Source | undefined; data: Sources }) => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const [, navigate] = useLocation()
  const [settings, setSettings] = useState<Settings>(() => source ?? blank(data))
  const set = (part: Partial<Settings>): void => setSettings((before) => ({ ...before, ...part }))
  const saving = useMutation({
    mutationFn: async () => {
      const { id } = await api.saveSource(settings)
      await client.invalidateQueries({ queryKey: sourcesQuery(api).queryKey })
      navigate(links.source(id), { replace: true })
    },
  })
  const wrong = (field: keyof Settings): string | undefined =>
    saving.error instanceof ApiProblem
      ? saving.error.errors.find(({ pointer }) => pointer === `/${field}`)?.detail
      : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!offline && !saving.isPending) saving.mutate()
  }
  const chooseFormat = (format: string): void => {
    const untouched = settings.licence === licenceOf(data, settings.format)
    set({ format, ...(untouched && { licence: licenceOf(data, format) }) })
  }
  const isOfPeople = data.formats.some(({ id, people }) => id === settings.format && people)
  const back = source === undefined ? links.sources() : links.source(source.id)
  const { kind } = settings
  return (
    <>
      <BackLink href={back}>{source?.name ?? 'Sources'}</BackLink>
      <Page
        title={source === undefined ? 'Add a source' : 'Edit source'}
        lead="Fieldbook reads its file, checks each row and imports what is new."
      >
        <form onSubmit={submit} className="flex max-w-120 flex-col gap-4">
          <TextField
            label="Name"
            required
            maxLength={80}
            value={settings.name}
            error={wrong('name')}
            onValueChange={(name) => set({ name })}
          />
          <SelectField
            label="Format"
            value={settings.format}
            options={data.formats.map(({ id, label }) => ({ value: id, label }))}
            onValueChange={chooseFormat}
          />
          <SelectField
            label="Comes from"
            value={kind}
            options={data.kinds.map((value) => ({ value, label: kindLabels[value] }))}
            onValueChange={(next) => set({ kind: next, location: '' })}
          />
          {kind !== 'upload' && (
            <TextField
              {...locationFields[kind]}
              required
              maxLength={2000}
              value={settings.location}
              error={wrong('location')}
              onValueChange={(location) => set({ location })}
            />
          )}
          <SelectField
            label={kind === 'upload' ? 'New file expected' : 'Runs'}
            value={String(settings.everyHours)}
            options={rhythmOptions(settings.everyHours)}
            onValueChange={(hours) => set({ everyHours: hours === 'null' ? null : Number(hours) })}
          />
          <SelectField
            label={isOfPeople ? 'People to import' : 'Companies to import'}
            value={settings.countries.join(',')}
            options={countryOptions(settings.countries)}
            onValueChange={(codes) => set({ countries: codes === '' ? [] : codes.split(',') })}
          />
          <TextField
            label="Licence"
            maxLength={200}
            hint="For example CC BY 4.0, and the name to credit."
            value={settings.licence}
            onValueChange={(licence) => set({ licence })}
          />
          {settings.format.includes('csv') && (
            <MappingField
              value={settings.mapping ?? ''}
              error={wrong('mapping')}
              onValueChange={(mapping) => set({ mapping: mapping.trim() === '' ? null : mapping })}
            />
          )}
          <FormError>{saving.error && messageOf(saving.error)}</FormError>
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="primary"
              busy={saving.isPending}
              disabledReason={offline ? 'You’re offline' : undefined}
            >
              Save
            </Button>
            <Link href={back} className={buttonClass('quiet')}>
              Cancel
            </Link>
          </div>
        </form>
      </Page>
    </>
  )
}

const licenceOf = ({ formats }: Sources, format: string): string =>
  formats.find(({ id }) => id === format)?.licence ?? ''

const blank = ({ formats, kinds }: Sources): Settings => ({
  id: uuidv7(),
  name: '',
  format: formats[0]?.id ?? '',
  kind: kinds[0] ?? 'upload',
  location: '',
  everyHours: 168,
  licence: formats[0]?.licence ?? '',
  countries: [],
  mapping: null,
  paused: false,
})

const locationFields: Record<Exclude<SourceKind, 'upload'>, { label: string; hint: string }> = {
  address: { label: 'Address', hint: 'The file’s link. It starts with https://.' },
  folder: { label: 'File', hint: 'A name in the sources folder, such as company_*.csv.' },
  bucket: { label: 'Key', hint: 'The file’s path in the bucket, such as registers/asic.csv.' },
}

const rhythmOptions = (hours: number | null): { value: string; label: string }[] => {
  const listed = rhythms.map((each) => ({ value: String(each.hours), label: each.label }))
  return listed.some(({ value }) => value === String(hours))
    ? listed
    : [{ value: String(hours), label: describeRhythm(hours) }, ...listed]
}

const countryOptions = (chosen: readonly string[]): { value: string; label: string }[] => {
  const listed = [
    { value: '', label: 'In every country' },
    { value: 'AU,NZ', label: 'In Australia and New Zealand' },
    { value: 'AU', label: 'In Australia' },
    { value: 'NZ', label: 'In New Zealand' },
  ]
  const value = chosen.join(',')
  return listed.some((each) => each.value === value)
    ? listed
    : [{ value, label: chosen.join(', ') }, ...listed]
}

const messageOf = (error: Error): string => {
  if (error instanceof ApiProblem && error.errors.length > 0)
    return 'We couldn’t save this. Check the marked fields.'
  const { title, detail } = describeError(error)
  return `We couldn’t save this. ${detail || `${title}.`}`
}
