import type { JSX } from 'hono/jsx/jsx-runtime'
import type { PriceLine } from '../account-deps.ts'
import type { Item, Plans } from '../payments/plans.ts'
import { priceText } from '../payments/price-text.ts'
import { Head, Table } from './table.tsx'
import { countText } from './text.tsx'

export function Prices({ lines }: { readonly lines: readonly PriceLine[] }): JSX.Element {
  return (
    <Table label="Prices">
      <Head columns={[{ name: 'Call' }, { name: 'Credits', isNumber: true }]} />
      <tbody>
        {lines.map(({ what, credits }) => (
          <tr>
            <td>{what}</td>
            <td class="number">{credits}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Prices of credits, plans first. */
export function CreditPrices({ plans }: { readonly plans: Plans }): JSX.Element {
  return (
    <Table label="More credits">
      <Head
        columns={[{ name: 'Pack or plan' }, { name: 'Credits', isNumber: true }, { name: 'Price', isNumber: true }]}
      />
      <tbody>
        {[...plans.plans, ...plans.packs].map((item) => (
          <CreditPrice item={item} />
        ))}
      </tbody>
    </Table>
  )
}

function CreditPrice({ item: { kind, name, credits, amount, currency } }: { readonly item: Item }): JSX.Element {
  return (
    <tr>
      <td>{kind === 'plan' ? `${name}, each month` : name}</td>
      <td class="number">{countText(credits)}</td>
      <td class="number">{priceText(amount, currency)}</td>
    </tr>
  )
}
