import static org.neo4j.configuration.GraphDatabaseSettings.DEFAULT_DATABASE_NAME;
import static org.neo4j.configuration.GraphDatabaseSettings.SYSTEM_DATABASE_NAME;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.ConnectorPortRegister;
import org.neo4j.configuration.connectors.ConnectorType;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.internal.helpers.HostnamePort;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * Runs a Neo4j Community server until standard input ends or a signal asks it to stop. A line on standard input that
 * says {@code stop} stops the server alone, and {@code start} starts it again, with its configuration as it is then: in
 * a machine that has compiled what it runs that takes a tenth of the work.
 *
 * <p>Arguments: the home folder, the configuration file and, if there are plugins, their folder. The
 * environment variable NEO4J_PASSWORD, when it is not empty, becomes the password of the user neo4j. Standard
 * output carries one line for each start, {@code READY bolt://HOST:PORT http://HOST:PORT/browser/}, printed once clients
 * can work, and {@code STOPPED} for each stop; the second address is left out when the configuration has no HTTP.
 */
public final class Neo4jServer {
    private static final long ONLINE_WITHIN_MILLIS = 120_000;

    private Neo4jServer() {}

    public static void main(String[] args) throws InterruptedException {
        PrintStream answers = System.out;
        System.setOut(System.err); // a library that prints must not get between the READY line and its reader

        AtomicReference<DatabaseManagementService> running = new AtomicReference<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(running)));
        BlockingQueue<String> asked = new LinkedBlockingQueue<>(List.of("start"));
        daemon(() -> readLines(asked));

        try {
            while (true) {
                if (asked.take().equals("start")) {
                    running.set(build(args));
                    setPassword(running.get(), System.getenv("NEO4J_PASSWORD"));
                    answers.println(readyLine(running.get()));
                } else {
                    stop(running);
                    answers.println("STOPPED");
                }
                answers.flush();
            }
        } catch (RuntimeException failure) {
            System.err.println("Neo4j did not start: " + rootOf(failure));
            System.exit(1);
        }
    }

    private static void stop(AtomicReference<DatabaseManagementService> running) {
        DatabaseManagementService server = running.getAndSet(null);
        if (server != null) {
            server.shutdown();
        }
    }

    private static DatabaseManagementService build(String[] args) {
        DatabaseManagementServiceBuilder builder =
                new DatabaseManagementServiceBuilder(Path.of(args[0])).loadPropertiesFromFile(Path.of(args[1]));
        if (args.length > 2) {
            builder.setConfig(GraphDatabaseSettings.plugin_dir, Path.of(args[2]));
        }
        return builder.build();
    }

    /** Gives the user neo4j this password, be the home new or one that had another password before. */
    private static void setPassword(DatabaseManagementService server, String password) {
        if (password == null || password.isEmpty()) {
            return;
        }
        online(server, SYSTEM_DATABASE_NAME)
                .executeTransactionally(
                        "CREATE OR REPLACE USER neo4j SET PLAINTEXT PASSWORD $password CHANGE NOT REQUIRED",
                        Map.of("password", password));
    }

    private static String readyLine(DatabaseManagementService server) {
        ConnectorPortRegister ports = ((GraphDatabaseAPI) online(server, DEFAULT_DATABASE_NAME))
                .getDependencyResolver()
                .resolveDependency(ConnectorPortRegister.class);
        HostnamePort bolt = ports.getLocalAddress(ConnectorType.BOLT);
        HostnamePort http = ports.getLocalAddress(ConnectorType.HTTP);
        return "READY bolt://" + bolt + (http == null ? "" : " http://" + http + "/browser/");
    }

    private static GraphDatabaseService online(DatabaseManagementService server, String name) {
        GraphDatabaseService database = server.database(name);
        if (!database.isAvailable(ONLINE_WITHIN_MILLIS)) {
            throw new IllegalStateException(
                    "the database " + name + " was not online after " + ONLINE_WITHIN_MILLIS / 1000 + " s");
        }
        return database;
    }

    /** Passes on what is asked for. The launcher holds the other end: however it dies, this end reads the end. */
    private static void readLines(BlockingQueue<String> asked) {
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                asked.add(line);
            }
        } catch (IOException broken) {
            // a stream that cannot be read any more has ended too
        }
        System.exit(0);
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "standard-input");
        thread.setDaemon(true);
        thread.start();
    }

    private static Throwable rootOf(Throwable failure) {
        return failure.getCause() == null ? failure : rootOf(failure.getCause());
    }
}
