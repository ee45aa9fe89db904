import { fitOf, fitRules, type FitPart } from '../../../contract/org/account-fit.ts'
import { partNames } from '../../shared/account-fit/copy.ts'
import { FormSection } from '../../ui/form-section.tsx'
import type { Part } from './part.ts'

const parts: readonly FitPart[] = ['industry', 'size', 'region', 'competitor']

export const Weights = ({ config, set }: Part) => {
  const rules = fitRules(config)
  const shares = new Map(
    rules ? fitOf({ facets: {} }, rules).parts.map(({ part, max: most }) => [part, most]) : [],
  )
  return (
    <FormSection
      title="Scoring weights"
      lead="Fit adds up to 100. Anything you haven’t set scores zero."
    >
      <ul className="flex flex-col gap-4">
        {parts.map((part) => {
          const share = shares.get(part)
          return (
            <li key={part} className="grid grid-cols-[1fr_auto] items-center gap-x-4">
              <label className="contents">
                <span className="text-14 font-medium">{partNames[part]}</span>
                <output className="tabular text-right text-14 text-ink-soft">
                  {share === undefined
                    ? config.weights[part] === 0
                      ? 'Not counted'
                      : 'Not set'
                    : `${share} of 100 points`}
                </output>
                <input
                  type="range"
                  min={0}
                  max={100}
                  step={5}
                  value={config.weights[part]}
                  onChange={(event) =>
                    set({
                      weights: { ...config.weights, [part]: event.currentTarget.valueAsNumber },
                    })
                  }
                  aria-label={`Weight of ${partNames[part].toLowerCase()}`}
                  aria-valuetext={`${config.weights[part]}${share === undefined ? '' : `, ${share} of 100 points`}`}
                  className="col-span-2 h-control w-full accent-accent in-[fieldset:disabled]:hidden"
                />
              </label>
            </li>
          )
        })}
      </ul>
    </FormSection>
  )
}
