import type { DayUse } from '@riftline/ledger'
import type { JSX } from 'hono/jsx/jsx-runtime'
import { Table, type TableColumn } from './table.tsx'
import { countText, creditsText } from './text.tsx'

const size = { width: 640, height: 180, bottom: 24, top: 28 } as const

const dayColumns: readonly TableColumn<DayUse>[] = [
  { name: 'Day', cell: ({ day }) => <time datetime={day}>{day}</time> },
  { name: 'Calls', look: 'number', cell: ({ calls }) => countText(calls) },
  { name: 'Credits', look: 'number', cell: ({ credits }) => countText(credits) },
]

/** Credits by day as bars, and the same as a table. @param month `YYYY-MM` */
export function UsageChart({ days, month }: { readonly days: readonly DayUse[]; readonly month: string }): JSX.Element {
  const total = days.reduce((sum, { credits }) => sum + credits, 0)
  return (
    <>
      {days.length > 0 && (
        <Bars
          days={days}
          month={month}
          label={`Credits by day in ${month}: ${countText(total)} in all. The table below has each day.`}
        />
      )}
      <Table
        label={`Usage by day in ${month}`}
        id="usage-days"
        columns={dayColumns}
        rows={days.toReversed()}
        empty="No calls in this month."
      />
    </>
  )
}

interface BarsProps {
  readonly days: readonly DayUse[]
  readonly month: string
  readonly label: string
}

function Bars({ days, month, label }: BarsProps): JSX.Element {
  const { width, height, bottom, top } = size
  const count = daysIn(month)
  const most = Math.max(1, ...days.map(({ credits }) => credits))
  const step = width / count
  const full = height - bottom - top
  const useOf = new Map(days.map((use) => [Number(use.day.slice(8)), use]))
  return (
    <svg
      id="usage-chart"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <line class="axis" x1={0} x2={width} y1={height - bottom} y2={height - bottom} />
      <line class="axis" x1={0} x2={width} y1={top} y2={top} />
      <text x={0} y={top - 8}>
        {creditsText(most)}
      </text>
      {Array.from({ length: count }, (_, index) => {
        const day = index + 1
        const use = useOf.get(day)
        const tall = Math.max(0, ((use?.credits ?? 0) / most) * full)
        const x = index * step
        return (
          <>
            {use !== undefined && tall > 0 && (
              <rect
                class="bar"
                x={rounded(x + 1)}
                y={rounded(height - bottom - tall)}
                width={rounded(step - 2)}
                height={rounded(tall)}
              >
                <title>{`${use.day}: ${creditsText(use.credits)}`}</title>
              </rect>
            )}
            {(day === 1 || day % 5 === 0) && (
              <text x={rounded(x + step / 2)} y={height - 5} text-anchor="middle">
                {day}
              </text>
            )}
          </>
        )
      })}
    </svg>
  )
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function daysIn(month: string): number {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}
