import { DeclaredSection } from './DeclaredSection.tsx'

/** The panels: pages of apps that are shown beside a record. */
export const PanelsSection = () => (
  <DeclaredSection
    type="panel"
    title="Panels"
    add="New panel…"
    empty="No panel yet. A panel is a page of your app that is shown beside a person, a listing or a transaction. It learns their ids alone."
  />
)
