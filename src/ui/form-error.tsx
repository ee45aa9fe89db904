export const FormError = ({ children }: { children: string | null }) =>
  children !== null && (
    <p role="alert" className="text-14 text-danger">
      {children}
    </p>
  )
