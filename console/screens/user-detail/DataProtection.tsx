import { Divider, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { may } from '@portreeve/contract/rights'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/hooks.ts'
import { useMe } from '../../data/rights.ts'
import { GuardedButton } from '../../parts/GuardedButton.tsx'
import { ReasonDialog } from '../../parts/ReasonDialog.tsx'
import { saveJson } from '../../ui/save-file.ts'

/** What the law lets a person ask for. Only for those who may do it: everybody else has nothing to do here. */
export function DataProtection({ uid }: { uid: string }) {
  const me = useMe()
  const [open, setOpen] = useState(false)
  if (!me || !may(me.role, 'users.export')) return null
  return (
    <>
      <Divider my="md" />
      <section aria-labelledby="data-protection">
        <Title order={2} id="data-protection" mb="sm">
          Data protection
        </Title>
        <GuardedButton may="users.export" variant="default" fullWidth onClick={() => setOpen(true)}>
          Export data…
        </GuardedButton>
        {open && <ExportDialog uid={uid} onClose={() => setOpen(false)} />}
      </section>
    </>
  )
}

/** Mounted for one opening. */
function ExportDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  const exporting = useAction(api.users.export, {
    done: 'Exported.',
    failed: 'Error exporting the data.',
  })
  return (
    <ReasonDialog
      title="Export data"
      subtitle="Everything that is kept of this person, as one file. Who exported it, when and why is put on record."
      confirmText="Export"
      busy={exporting.busy}
      problem={detailOf(exporting.failure)}
      onClose={onClose}
      onConfirm={async (reason) => {
        const went = await exporting.run({ params: { uid }, body: { reason } })
        if (!went.done) return
        saveJson(`person-${uid}.json`, went.data)
        onClose()
      }}
    />
  )
}
