import type { JSX } from 'hono/jsx/jsx-runtime'
import type { PriceLine } from '../account-deps.ts'
import { Head, Table } from './table.tsx'

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
