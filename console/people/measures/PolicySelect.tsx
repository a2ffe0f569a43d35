import { NativeSelect } from '@mantine/core'
import { api } from '@portreeve/contract'
import { useData } from '../../data/use-data.ts'

/** The default policy of a decision about a record: that of its open reports. Undefined while it loads. */
export const useChosenPolicy = (kind: 'user' | 'listing', id: string, when = true) =>
  useData(api.measures.choose, { params: { kind, id } }, { when }).data?.policy

interface PolicySelectProps {
  /** '' for none. */
  value: string
  onChange: (id: string) => void
}

/** The policies in use; nothing while there are none. */
export function PolicySelect({ value, onChange }: PolicySelectProps) {
  const { data } = useData(api.policies.list, {})
  const inUse = data?.filter(({ retired }) => !retired) ?? []
  if (inUse.length === 0) return null
  return (
    <NativeSelect
      label="Policy"
      description="The person reads its words. Without one they are told nothing."
      data={[{ value: '', label: 'None' }, ...inUse.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
