import { DeclaredSection } from './DeclaredSection.tsx'

/** The actions: buttons on a record that send a signed request to an app. */
export const ActionsSection = () => (
  <DeclaredSection
    type="action"
    title="Actions"
    add="New action…"
    empty="No action yet. An action is a button on a person, a listing or a transaction that sends a signed request to your app."
  />
)
