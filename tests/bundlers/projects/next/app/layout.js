// The frame of every page, which Next.js asks for.

export const metadata = { title: 'next app', icons: 'data:,' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
