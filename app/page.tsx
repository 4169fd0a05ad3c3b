export default function HomePage() {
  return <main>Retrograph</main>;
}
