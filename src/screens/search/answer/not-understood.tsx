export const NotUnderstood = ({ terms }: { terms: readonly string[] }) =>
  terms.length > 0 && (
    <p className="rounded-sm bg-warn-soft px-2 py-1.5 text-13 wrap-anywhere text-warn">
      <span className="font-medium">Not understood: </span>
      {terms.map((term) => `“${term}”`).join(', ')}
    </p>
  )
