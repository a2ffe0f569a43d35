import { api } from '@portreeve/contract'
import { useData } from '../../data/use-data.ts'
import type { OfRecord } from './of-record.ts'
import { PanelFrame } from './PanelFrame.tsx'

/** The panels of apps about a record, each in its own frame. */
export function RecordPanels({ kind, id }: OfRecord) {
  const { data } = useData(api.extensions.offered, { params: { kind } })
  return data?.panels.map((panel) => <PanelFrame key={panel.name} of={{ kind, id }} panel={panel} />)
}
