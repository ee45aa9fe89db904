import java.util.List;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/** Node.java NUMBER FOLDER HTTP-PORT TRANSPORT-PORT...: a node of a cluster on this machine, whose first HTTP port is given. */
class Node {
  public static void main(String[] arguments) throws Exception {
    int number = Integer.parseInt(arguments[0]);
    String folder = arguments[1];
    String httpPort = arguments[2];
    List<String> transportPorts = List.of(arguments).subList(3, arguments.length);
    List<String> names = java.util.stream.IntStream.range(0, transportPorts.size()).mapToObj(each -> "node" + each).toList();
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((index, settings) -> {
      settings.put("node.name", names.get(number));
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", httpPort);
      settings.put("transport.port", transportPorts.get(number));
      settings.put("discovery.type", "zen");
      settings.putList("discovery.seed_hosts", transportPorts.stream().map(port -> "127.0.0.1:" + port).toList());
      settings.putList("cluster.initial_cluster_manager_nodes", names);
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
      settings.put("node.store.allow_mmap", false);
      settings.put("indices.query.bool.max_clause_count", 16384);
    });
    runner.build(OpenSearchRunner.newConfigs().numOfNode(1).clusterName("fieldbook").basePath(folder).indexStoreType("niofs").disableESLogger());
    Thread.currentThread().join();
  }
}
