// Creates a game with three built-in agents, plays its own seat at random to the end, prints the result.
//
//	go run . [HOST:PORT [RULESET]]
//
// All it takes: create a game, keep the token of the seat; then wait for a decision, answer it, until the game is over. Calls that
// fail with Unavailable may be sent again as they are.
package main

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	arcana "hierophant.example/go/hierophant/arcana/v1"
	arcanoid "hierophant.example/go/hierophant/arcanoid/v1"
	arcanum "hierophant.example/go/hierophant/arcanum/v1"
	resarcana "hierophant.example/go/hierophant/res_arcana/v1"
	pb "hierophant.example/go/hierophant/v1"
)

// GetView waits for 30 seconds at most.
const waitMax = 40 * time.Second
const callMax = 10 * time.Second

// Rulesets with all their defaults.
var setups = map[string]*pb.Setup{
	"arcana":     {Ruleset: &pb.Setup_Arcana{Arcana: &arcana.Setup{}}},
	"arcanum":    {Ruleset: &pb.Setup_Arcanum{Arcanum: &arcanum.Setup{}}},
	"arcanoid":   {Ruleset: &pb.Setup_Arcanoid{Arcanoid: &arcanoid.Setup{}}},
	"res_arcana": {Ruleset: &pb.Setup_ResArcana{ResArcana: &resarcana.Setup{}}},
}

// createGame creates a game with one open seat, and returns its name and what opens the seat.
func createGame(service pb.GameServiceClient, setup *pb.Setup) (string, *pb.SeatToken, error) {
	builtIn := func() *pb.SeatRequest {
		return &pb.SeatRequest{Occupant: &pb.SeatRequest_BuiltInAgent{BuiltInAgent: "random"}}
	}
	open := &pb.SeatRequest{Occupant: &pb.SeatRequest_Open{Open: &pb.OpenSeat{}}}
	ctx, cancel := context.WithTimeout(context.Background(), callMax)
	defer cancel()
	response, err := service.CreateGame(ctx, &pb.CreateGameRequest{
		Setup: setup,
		Seats: []*pb.SeatRequest{open, builtIn(), builtIn(), builtIn()},
	})
	if err != nil {
		return "", nil, err
	}
	return response.Game.Name, response.SeatTokens[0], nil
}

// play plays the seat that the token opens to the end, and returns its last view.
func play(service pb.GameServiceClient, game, token string) (*pb.View, error) {
	signed := metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+token)
	for {
		view, err := waitForDecision(signed, service, game)
		if err != nil || view.Status != pb.GameStatus_GAME_STATUS_LIVE {
			return view, err
		}
		if view.Decision == nil {
			continue // the wait ran out
		}
		codes := view.Decision.LegalCodes
		answer := &pb.SubmitActionRequest{
			Game:       game,
			DecisionId: view.Decision.DecisionId,
			Answer:     &pb.SubmitActionRequest_ActionCode{ActionCode: codes[rand.Intn(len(codes))]},
		}
		ctx, cancel := context.WithTimeout(signed, callMax)
		_, err = service.SubmitAction(ctx, answer)
		cancel()
		if err != nil {
			return nil, err
		}
	}
}

func waitForDecision(signed context.Context, service pb.GameServiceClient, game string) (*pb.View, error) {
	ctx, cancel := context.WithTimeout(signed, waitMax)
	defer cancel()
	response, err := service.GetView(ctx, &pb.GetViewRequest{Game: game, WaitFor: pb.WaitFor_WAIT_FOR_MY_DECISION})
	if err != nil {
		return nil, err
	}
	return response.View, nil
}

func run(target, ruleset string) error {
	setup, known := setups[ruleset]
	if !known {
		return fmt.Errorf("there is no ruleset %q", ruleset)
	}
	connection, err := grpc.Dial(target, grpc.WithInsecure())
	if err != nil {
		return err
	}
	defer connection.Close()
	service := pb.NewGameServiceClient(connection)
	game, seat, err := createGame(service, setup)
	if err != nil {
		return err
	}
	view, err := play(service, game, seat.Token)
	if err != nil {
		return err
	}
	fmt.Printf("%s is over\n", game)
	for number, standing := range view.Outcome.Standings {
		who := "built-in"
		if uint32(number) == seat.Seat {
			who = "I"
		}
		fmt.Printf("seat %d (%s): %d VP, rank %d\n", number, who, standing.VictoryPoints, standing.Rank)
	}
	return nil
}

func main() {
	arguments := append(os.Args[1:], []string{"127.0.0.1:50051", "arcanum"}[min(len(os.Args)-1, 2):]...)
	rand.Seed(time.Now().UnixNano())
	if err := run(arguments[0], arguments[1]); err != nil {
		fmt.Fprintln(os.Stderr, status.Convert(err).Message())
		os.Exit(1)
	}
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
