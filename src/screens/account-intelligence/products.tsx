import { Button, IconButton } from '../../ui/button.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NoneYet } from '../../shared/account-fit/read-only.tsx'
import type { Part } from './part.ts'
import { TextRows } from './text-rows.tsx'

const maxProducts = 20

export const Products = ({ config: { products, valuePoints }, set }: Part) => (
  <FormSection title="Products and benefits" lead="Used in your briefs as written.">
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-13 font-medium text-ink-soft">Products</legend>
      <NoneYet when={products.length === 0} />
      {products.map((product, index) => (
        // Rows have no other key than their index.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex items-start gap-1">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[14rem_1fr]">
            <TextField
              label={`Name of product ${index + 1}`}
              labelHidden
              placeholder="Name"
              maxLength={80}
              value={product.name}
              onValueChange={(name) =>
                set({ products: products.with(index, { ...product, name }) })
              }
            />
            <TextField
              label={`What product ${index + 1} does`}
              labelHidden
              placeholder="What it does for customers"
              maxLength={300}
              value={product.does}
              onValueChange={(does) =>
                set({ products: products.with(index, { ...product, does }) })
              }
            />
          </div>
          <IconButton
            icon="trash"
            label={`Remove product ${index + 1}`}
            onClick={() => set({ products: products.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <Button
        variant="quiet"
        icon="plus"
        className="-ml-3.5 self-start"
        disabledReason={
          products.length >= maxProducts ? `At most ${maxProducts} products.` : undefined
        }
        onClick={() => set({ products: [...products, { name: '', does: '' }] })}
      >
        Add a product
      </Button>
    </fieldset>
    <TextRows
      label="Benefits"
      itemLabel="Benefit"
      add="Add a benefit"
      max={20}
      length={200}
      placeholder="For example: Get paid nine days sooner"
      values={valuePoints}
      onChange={(values) => set({ valuePoints: values })}
    />
  </FormSection>
)
