import { companyBands } from '../../../contract/search/bands.ts'
import { emptyCriteria, tidyCriteria, type Criteria } from '../../../contract/search/criteria.ts'
import type { Filter } from '../../../contract/search/filter.ts'
import type { FilterSlot } from '../../shared/search/filter-source.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { CataloguePick } from '../../shared/account-fit/catalogue-pick.tsx'
import { NoneYet } from '../../shared/account-fit/read-only.tsx'
import type { Part } from './part.ts'

export const IdealCustomer = ({
  config,
  set,
  filters: Filters,
  possible,
}: Part & {
  filters: FilterSlot | undefined
  /** How many companies meet the required criteria and none of the excluded; undefined while loading. */
  possible: number | undefined
}) => {
  const { idealCustomer: ideal, competitors } = config
  const change = (part: Partial<typeof ideal>): void =>
    set({ idealCustomer: { ...ideal, ...part } })
  return (
    <FormSection
      title="Ideal customer profile"
      lead="Companies fit if they match any industry, size and region you choose. Near matches count half."
    >
      <CataloguePick
        identifier="industry"
        label="Industries"
        hint="A whole industry, or a group within it."
        chosen={ideal.industries.map(({ division, group }) => group ?? division)}
        onAdd={({ value, parent }) =>
          change({
            industries: [
              ...ideal.industries,
              parent === undefined
                ? { division: value, group: null }
                : { division: parent, group: value },
            ],
          })
        }
        onRemove={(value) =>
          change({
            industries: ideal.industries.filter(
              ({ division, group }) => (group ?? division) !== value,
            ),
          })
        }
      />
      <Ticks
        label="Sizes, by local employees"
        options={companyBands}
        chosen={ideal.sizes}
        onChange={(sizes) => change({ sizes })}
      />
      <CataloguePick
        identifier="location"
        label="Regions"
        hint="Country, state, town or postcode."
        chosen={ideal.regions}
        onAdd={({ value }) => change({ regions: [...ideal.regions, value] })}
        onRemove={(value) =>
          change({ regions: ideal.regions.filter((region) => region !== value) })
        }
      />
      <CataloguePick
        identifier="technographics"
        label="Competitor products"
        hint="Companies using these already buy what you sell."
        chosen={competitors}
        onAdd={({ value }) => set({ competitors: [...competitors, value] })}
        onRemove={(value) =>
          set({ competitors: competitors.filter((competitor) => competitor !== value) })
        }
      />
      {Filters && (
        <div className="flex flex-col gap-1">
          <h3 className="text-13 font-medium text-ink-soft">Must-haves and exclusions</h3>
          <p className="max-w-text text-13 text-ink-faint">
            Companies that miss any of these score 0.
          </p>
          <Filters
            category="company"
            criteria={{ ...emptyCriteria, filters: ideal.must, excluded: ideal.never }}
            onChange={(criteria: Criteria) => {
              const { filters, excluded } = tidyCriteria(criteria)
              change({ must: filters, never: excluded })
            }}
            total={possible}
            source={null}
            offers={isFitFilter}
            valuesOnly
          >
            {null}
          </Filters>
        </div>
      )}
    </FormSection>
  )
}

/** The filters the server accepts for account fit: company filters without free text. */
const isFitFilter = (filter: Filter): boolean =>
  filter.about === 'company' && filter.kind !== 'text'

export const Ticks = ({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onChange: (values: string[]) => void
}) => (
  <fieldset>
    <legend className="pb-1 text-13 font-medium text-ink-soft">{label}</legend>
    <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3 lg:grid-cols-4">
      {options.map(({ value, label: optionLabel }) => (
        <Checkbox
          key={value}
          label={optionLabel}
          // Read-only users see the selected values, without disabled checkboxes.
          className={chosen.includes(value) ? undefined : 'in-[fieldset:disabled]:hidden'}
          checked={chosen.includes(value)}
          onCheckedChange={(isChecked) =>
            onChange(
              isChecked ? [...chosen, value] : chosen.filter((selected) => selected !== value),
            )
          }
        />
      ))}
    </div>
    <NoneYet when={chosen.length === 0} readOnly />
  </fieldset>
)
